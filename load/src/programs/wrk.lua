-- After the run wrk hands its counts and latencies (us) to done: printed as one line of JSON, since its own text
-- rounds them.
function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"seconds":%f,"requests":%d,"bytes":%d,"refused":%d,"reset":%d,"timeouts":%d,"otherCodes":%d,' ..
    '"min":%f,"mean":%f,"stdDev":%f,"p50":%f,"p95":%f,"p99":%f,"max":%f}',
    summary.duration / 1e6, summary.requests, summary.bytes, errors.connect, errors.read + errors.write,
    errors.timeout, errors.status, latency.min / 1e3, latency.mean / 1e3, latency.stdev / 1e3,
    latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
