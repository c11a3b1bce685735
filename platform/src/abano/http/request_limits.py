"""The limits on requests to the platform and its worker."""

from abano_shared.request_limits import RequestLimits

LIMITS = RequestLimits(
    # A phone at the edge of a cell sends our largest body in that time.
    seconds=30.0,
    head_bytes=64 * 1024,
    # Bodies are limited closer, with a kinder answer, by BodyLimit.
    request_bytes=2 * 1024 * 1024,
)
