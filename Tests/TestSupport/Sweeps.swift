import Foundation

/// Whether the sweeps, and all else that takes long, run whole; else they take samples.
///
/// The environment's `MULLIGAN_FULL_SWEEP` says so.
package let sweepsAreWhole = ProcessInfo.processInfo.environment["MULLIGAN_FULL_SWEEP"] != nil
