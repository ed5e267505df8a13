#include "CDemo.h"

// `#embed` is C23; the compiler accepts it in older modes and only says so.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file00[] = {
#embed "../../fixtures/maildir/Archive/cur/1783058400.M001P1.demo:2,PS"
};
static const unsigned char file01[] = {
#embed "../../fixtures/maildir/Archive/cur/1783624860.M002P1.demo:2,S"
};
static const unsigned char file02[] = {
#embed "../../fixtures/maildir/Archive/cur/1784073600.M004P1.demo:2,S"
};
static const unsigned char file03[] = {
#embed "../../fixtures/maildir/Archive/cur/1784527680.M006P1.demo:2,S"
};
static const unsigned char file04[] = {
#embed "../../fixtures/maildir/Archive/cur/1784741580.M007P1.demo:2,S"
};
static const unsigned char file05[] = {
#embed "../../fixtures/maildir/Archive/cur/1784904000.M008P1.demo:2,S"
};
static const unsigned char file06[] = {
#embed "../../fixtures/maildir/Archive/cur/1785042840.M009P1.demo:2,S"
};
static const unsigned char file07[] = {
#embed "../../fixtures/maildir/Archive/cur/1785373500.M011P1.demo:2,S"
};
static const unsigned char file08[] = {
#embed "../../fixtures/maildir/Archive/cur/1785565800.M012P1.demo:2,S"
};
static const unsigned char file09[] = {
#embed "../../fixtures/maildir/Archive/cur/1785920400.M017P1.demo:2,S"
};
static const unsigned char file10[] = {
#embed "../../fixtures/maildir/Archive/cur/1786105200.M020P1.demo:2,S"
};
static const unsigned char file11[] = {
#embed "../../fixtures/maildir/Archive/cur/1786180260.M021P1.demo:2,FS"
};
static const unsigned char file12[] = {
#embed "../../fixtures/maildir/Archive/cur/1786435200.M026P1.demo:2,S"
};
static const unsigned char file13[] = {
#embed "../../fixtures/maildir/Archive/cur/1786645320.M029P1.demo:2,"
};
static const unsigned char file14[] = {
#embed "../../fixtures/maildir/Archive/cur/1787195340.M059P1.demo:2,S"
};
static const unsigned char file15[] = {
#embed "../../fixtures/maildir/Archive/cur/1787238300.M064P1.demo:2,S"
};
static const unsigned char file16[] = {
#embed "../../fixtures/maildir/Archive/cur/1787242800.M065P1.demo:2,"
};
static const unsigned char file17[] = {
#embed "../../fixtures/maildir/Archive/cur/1787244060.M066P1.demo:2,S"
};
static const unsigned char file18[] = {
#embed "../../fixtures/maildir/INBOX/cur/1785740400.M014P1.demo:2,S"
};
static const unsigned char file19[] = {
#embed "../../fixtures/maildir/INBOX/cur/1785819600.M015P1.demo:2,S"
};
static const unsigned char file20[] = {
#embed "../../fixtures/maildir/INBOX/cur/1785986100.M019P1.demo:2,S"
};
static const unsigned char file21[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786250640.M022P1.demo:2,S"
};
static const unsigned char file22[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786382400.M023P1.demo:2,S"
};
static const unsigned char file23[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786413720.M025P1.demo:2,"
};
static const unsigned char file24[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786553040.M027P1.demo:2,FRS"
};
static const unsigned char file25[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786651800.M030P1.demo:2,S"
};
static const unsigned char file26[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786707600.M031P1.demo:2,S"
};
static const unsigned char file27[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786723500.M032P1.demo:2,RS"
};
static const unsigned char file28[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786779900.M033P1.demo:2,"
};
static const unsigned char file29[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786809600.M034P1.demo:2,FS"
};
static const unsigned char file30[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786864800.M035P1.demo:2,S"
};
static const unsigned char file31[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786878000.M036P1.demo:2,S"
};
static const unsigned char file32[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786949880.M038P1.demo:2,S"
};
static const unsigned char file33[] = {
#embed "../../fixtures/maildir/INBOX/cur/1786952520.M041P1.demo:2,S"
};
static const unsigned char file34[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787032800.M044P1.demo:2,S"
};
static const unsigned char file35[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787059800.M047P1.demo:2,S"
};
static const unsigned char file36[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787083800.M049P1.demo:2,FS"
};
static const unsigned char file37[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787097540.M050P1.demo:2,"
};
static const unsigned char file38[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787112480.M051P1.demo:2,S"
};
static const unsigned char file39[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787121000.M052P1.demo:2,"
};
static const unsigned char file40[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787157000.M054P1.demo:2,S"
};
static const unsigned char file41[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787157060.M055P1.demo:2,S"
};
static const unsigned char file42[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787157120.M056P1.demo:2,S"
};
static const unsigned char file43[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787157180.M057P1.demo:2,S"
};
static const unsigned char file44[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787213640.M061P1.demo:2,"
};
static const unsigned char file45[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787216400.M062P1.demo:2,S"
};
static const unsigned char file46[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787228700.M063P1.demo:2,"
};
static const unsigned char file47[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787253300.M067P1.demo:2,RS"
};
static const unsigned char file48[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787258460.M069P1.demo:2,"
};
static const unsigned char file49[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787281920.M070P1.demo:2,"
};
static const unsigned char file50[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787299380.M072P1.demo:2,FS"
};
static const unsigned char file51[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787321400.M073P1.demo:2,"
};
static const unsigned char file52[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787383800.M074P1.demo:2,FS"
};
static const unsigned char file53[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787394600.M075P1.demo:2,"
};
static const unsigned char file54[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787421300.M077P1.demo:2,"
};
static const unsigned char file55[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787487300.M079P1.demo:2,"
};
static const unsigned char file56[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787488620.M080P1.demo:2,"
};
static const unsigned char file57[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787509560.M081P1.demo:2,S"
};
static const unsigned char file58[] = {
#embed "../../fixtures/maildir/INBOX/cur/1787554800.M083P1.demo:2,"
};
static const unsigned char file59[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1783828800.M003P1.demo:2,S"
};
static const unsigned char file60[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1784391900.M005P1.demo:2,S"
};
static const unsigned char file61[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1785351600.M010P1.demo:2,S"
};
static const unsigned char file62[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1785657600.M013P1.demo:2,S"
};
static const unsigned char file63[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1785915060.M016P1.demo:2,S"
};
static const unsigned char file64[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1785953040.M018P1.demo:2,"
};
static const unsigned char file65[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1786396320.M024P1.demo:2,"
};
static const unsigned char file66[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1786949921.M039P1.demo:2,S"
};
static const unsigned char file67[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1786950720.M040P1.demo:2,S"
};
static const unsigned char file68[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1786956000.M042P1.demo:2,S"
};
static const unsigned char file69[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1786986180.M043P1.demo:2,S"
};
static const unsigned char file70[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787034060.M045P1.demo:2,S"
};
static const unsigned char file71[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787052600.M046P1.demo:2,S"
};
static const unsigned char file72[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787080500.M048P1.demo:2,RS"
};
static const unsigned char file73[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787122920.M053P1.demo:2,S"
};
static const unsigned char file74[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787165100.M058P1.demo:2,S"
};
static const unsigned char file75[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787213460.M060P1.demo:2,S"
};
static const unsigned char file76[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787298600.M071P1.demo:2,FS"
};
static const unsigned char file77[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787408820.M076P1.demo:2,S"
};
static const unsigned char file78[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787479500.M078P1.demo:2,"
};
static const unsigned char file79[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787603640.M084P1.demo:2,"
};
static const unsigned char file80[] = {
#embed "../../fixtures/maildir/Lists/garden/cur/1787644920.M085P1.demo:2,"
};
static const unsigned char file81[] = {
#embed "../../fixtures/maildir/Sent/cur/1786558140.M028P1.demo:2,S"
};
static const unsigned char file82[] = {
#embed "../../fixtures/maildir/Sent/cur/1786909680.M037P1.demo:2,S"
};
static const unsigned char file83[] = {
#embed "../../fixtures/maildir/Sent/cur/1787258400.M068P1.demo:2,S"
};
static const unsigned char file84[] = {
#embed "../../fixtures/maildir/Sent/cur/1787519100.M082P1.demo:2,DS"
};
static const unsigned char file85[] = {
#embed "../../fixtures/sealed/mail/INBOX/cur/1787560200.M086P1.demo:2,"
};
static const unsigned char file86[] = {
#embed "../../fixtures/sealed/mail/INBOX/cur/1787566500.M087P1.demo:2,"
};
static const unsigned char file87[] = {
#embed "../../fixtures/sealed/mail/INBOX/cur/1787581200.M088P1.demo:2,"
};
static const unsigned char file88[] = {
#embed "../../fixtures/sealed/mail/INBOX/cur/1787594400.M089P1.demo:2,S"
};
static const unsigned char key0[] = {
#embed "../../fixtures/sealed/gnupg/private-keys-v1.d/16A6AD1F8593F457100F4431B78471F2FBDB2639.key"
};
static const unsigned char key1[] = {
#embed "../../fixtures/sealed/gnupg/private-keys-v1.d/3BF52549215BF47919FECF1CA5C71E9D360166E4.key"
};
static const unsigned char key2[] = {
#embed "../../fixtures/sealed/gnupg/pubring.kbx"
};
static const unsigned char key3[] = {
#embed "../../fixtures/sealed/gnupg/trustdb.gpg"
};
static const unsigned char key4[] = {
#embed "../../fixtures/sealed/gnupg/trustlist.txt"
};
static const unsigned char tags[] = {
#embed "../../fixtures/maildir.tags"
  , '\n',
#embed "../../fixtures/sealed/tags"
};

#pragma clang diagnostic pop

static const mulligan_demo_file files[] = {
  {"Archive/cur/1783058400.M001P1.demo:2,PS", file00, sizeof file00},
  {"Archive/cur/1783624860.M002P1.demo:2,S", file01, sizeof file01},
  {"Archive/cur/1784073600.M004P1.demo:2,S", file02, sizeof file02},
  {"Archive/cur/1784527680.M006P1.demo:2,S", file03, sizeof file03},
  {"Archive/cur/1784741580.M007P1.demo:2,S", file04, sizeof file04},
  {"Archive/cur/1784904000.M008P1.demo:2,S", file05, sizeof file05},
  {"Archive/cur/1785042840.M009P1.demo:2,S", file06, sizeof file06},
  {"Archive/cur/1785373500.M011P1.demo:2,S", file07, sizeof file07},
  {"Archive/cur/1785565800.M012P1.demo:2,S", file08, sizeof file08},
  {"Archive/cur/1785920400.M017P1.demo:2,S", file09, sizeof file09},
  {"Archive/cur/1786105200.M020P1.demo:2,S", file10, sizeof file10},
  {"Archive/cur/1786180260.M021P1.demo:2,FS", file11, sizeof file11},
  {"Archive/cur/1786435200.M026P1.demo:2,S", file12, sizeof file12},
  {"Archive/cur/1786645320.M029P1.demo:2,", file13, sizeof file13},
  {"Archive/cur/1787195340.M059P1.demo:2,S", file14, sizeof file14},
  {"Archive/cur/1787238300.M064P1.demo:2,S", file15, sizeof file15},
  {"Archive/cur/1787242800.M065P1.demo:2,", file16, sizeof file16},
  {"Archive/cur/1787244060.M066P1.demo:2,S", file17, sizeof file17},
  {"INBOX/cur/1785740400.M014P1.demo:2,S", file18, sizeof file18},
  {"INBOX/cur/1785819600.M015P1.demo:2,S", file19, sizeof file19},
  {"INBOX/cur/1785986100.M019P1.demo:2,S", file20, sizeof file20},
  {"INBOX/cur/1786250640.M022P1.demo:2,S", file21, sizeof file21},
  {"INBOX/cur/1786382400.M023P1.demo:2,S", file22, sizeof file22},
  {"INBOX/cur/1786413720.M025P1.demo:2,", file23, sizeof file23},
  {"INBOX/cur/1786553040.M027P1.demo:2,FRS", file24, sizeof file24},
  {"INBOX/cur/1786651800.M030P1.demo:2,S", file25, sizeof file25},
  {"INBOX/cur/1786707600.M031P1.demo:2,S", file26, sizeof file26},
  {"INBOX/cur/1786723500.M032P1.demo:2,RS", file27, sizeof file27},
  {"INBOX/cur/1786779900.M033P1.demo:2,", file28, sizeof file28},
  {"INBOX/cur/1786809600.M034P1.demo:2,FS", file29, sizeof file29},
  {"INBOX/cur/1786864800.M035P1.demo:2,S", file30, sizeof file30},
  {"INBOX/cur/1786878000.M036P1.demo:2,S", file31, sizeof file31},
  {"INBOX/cur/1786949880.M038P1.demo:2,S", file32, sizeof file32},
  {"INBOX/cur/1786952520.M041P1.demo:2,S", file33, sizeof file33},
  {"INBOX/cur/1787032800.M044P1.demo:2,S", file34, sizeof file34},
  {"INBOX/cur/1787059800.M047P1.demo:2,S", file35, sizeof file35},
  {"INBOX/cur/1787083800.M049P1.demo:2,FS", file36, sizeof file36},
  {"INBOX/cur/1787097540.M050P1.demo:2,", file37, sizeof file37},
  {"INBOX/cur/1787112480.M051P1.demo:2,S", file38, sizeof file38},
  {"INBOX/cur/1787121000.M052P1.demo:2,", file39, sizeof file39},
  {"INBOX/cur/1787157000.M054P1.demo:2,S", file40, sizeof file40},
  {"INBOX/cur/1787157060.M055P1.demo:2,S", file41, sizeof file41},
  {"INBOX/cur/1787157120.M056P1.demo:2,S", file42, sizeof file42},
  {"INBOX/cur/1787157180.M057P1.demo:2,S", file43, sizeof file43},
  {"INBOX/cur/1787213640.M061P1.demo:2,", file44, sizeof file44},
  {"INBOX/cur/1787216400.M062P1.demo:2,S", file45, sizeof file45},
  {"INBOX/cur/1787228700.M063P1.demo:2,", file46, sizeof file46},
  {"INBOX/cur/1787253300.M067P1.demo:2,RS", file47, sizeof file47},
  {"INBOX/cur/1787258460.M069P1.demo:2,", file48, sizeof file48},
  {"INBOX/cur/1787281920.M070P1.demo:2,", file49, sizeof file49},
  {"INBOX/cur/1787299380.M072P1.demo:2,FS", file50, sizeof file50},
  {"INBOX/cur/1787321400.M073P1.demo:2,", file51, sizeof file51},
  {"INBOX/cur/1787383800.M074P1.demo:2,FS", file52, sizeof file52},
  {"INBOX/cur/1787394600.M075P1.demo:2,", file53, sizeof file53},
  {"INBOX/cur/1787421300.M077P1.demo:2,", file54, sizeof file54},
  {"INBOX/cur/1787487300.M079P1.demo:2,", file55, sizeof file55},
  {"INBOX/cur/1787488620.M080P1.demo:2,", file56, sizeof file56},
  {"INBOX/cur/1787509560.M081P1.demo:2,S", file57, sizeof file57},
  {"INBOX/cur/1787554800.M083P1.demo:2,", file58, sizeof file58},
  {"INBOX/cur/1787560200.M086P1.demo:2,", file85, sizeof file85},
  {"INBOX/cur/1787566500.M087P1.demo:2,", file86, sizeof file86},
  {"INBOX/cur/1787581200.M088P1.demo:2,", file87, sizeof file87},
  {"INBOX/cur/1787594400.M089P1.demo:2,S", file88, sizeof file88},
  {"Lists/garden/cur/1783828800.M003P1.demo:2,S", file59, sizeof file59},
  {"Lists/garden/cur/1784391900.M005P1.demo:2,S", file60, sizeof file60},
  {"Lists/garden/cur/1785351600.M010P1.demo:2,S", file61, sizeof file61},
  {"Lists/garden/cur/1785657600.M013P1.demo:2,S", file62, sizeof file62},
  {"Lists/garden/cur/1785915060.M016P1.demo:2,S", file63, sizeof file63},
  {"Lists/garden/cur/1785953040.M018P1.demo:2,", file64, sizeof file64},
  {"Lists/garden/cur/1786396320.M024P1.demo:2,", file65, sizeof file65},
  {"Lists/garden/cur/1786949921.M039P1.demo:2,S", file66, sizeof file66},
  {"Lists/garden/cur/1786950720.M040P1.demo:2,S", file67, sizeof file67},
  {"Lists/garden/cur/1786956000.M042P1.demo:2,S", file68, sizeof file68},
  {"Lists/garden/cur/1786986180.M043P1.demo:2,S", file69, sizeof file69},
  {"Lists/garden/cur/1787034060.M045P1.demo:2,S", file70, sizeof file70},
  {"Lists/garden/cur/1787052600.M046P1.demo:2,S", file71, sizeof file71},
  {"Lists/garden/cur/1787080500.M048P1.demo:2,RS", file72, sizeof file72},
  {"Lists/garden/cur/1787122920.M053P1.demo:2,S", file73, sizeof file73},
  {"Lists/garden/cur/1787165100.M058P1.demo:2,S", file74, sizeof file74},
  {"Lists/garden/cur/1787213460.M060P1.demo:2,S", file75, sizeof file75},
  {"Lists/garden/cur/1787298600.M071P1.demo:2,FS", file76, sizeof file76},
  {"Lists/garden/cur/1787408820.M076P1.demo:2,S", file77, sizeof file77},
  {"Lists/garden/cur/1787479500.M078P1.demo:2,", file78, sizeof file78},
  {"Lists/garden/cur/1787603640.M084P1.demo:2,", file79, sizeof file79},
  {"Lists/garden/cur/1787644920.M085P1.demo:2,", file80, sizeof file80},
  {"Sent/cur/1786558140.M028P1.demo:2,S", file81, sizeof file81},
  {"Sent/cur/1786909680.M037P1.demo:2,S", file82, sizeof file82},
  {"Sent/cur/1787258400.M068P1.demo:2,S", file83, sizeof file83},
  {"Sent/cur/1787519100.M082P1.demo:2,DS", file84, sizeof file84},
};

const mulligan_demo_file *const mulligan_demo_files = files;
const size_t mulligan_demo_file_count = sizeof files / sizeof files[0];

static const mulligan_demo_file keys[] = {
  {"private-keys-v1.d/16A6AD1F8593F457100F4431B78471F2FBDB2639.key", key0, sizeof key0},
  {"private-keys-v1.d/3BF52549215BF47919FECF1CA5C71E9D360166E4.key", key1, sizeof key1},
  {"pubring.kbx", key2, sizeof key2},
  {"trustdb.gpg", key3, sizeof key3},
  {"trustlist.txt", key4, sizeof key4},
};

const mulligan_demo_file *const mulligan_demo_keys = keys;
const size_t mulligan_demo_key_count = sizeof keys / sizeof keys[0];

const mulligan_demo_file mulligan_demo_tags = {"maildir.tags", tags, sizeof tags};
