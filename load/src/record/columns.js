/**
 * The columns of tables, in the terminal and in reports: a metric of metrics.js and its head, by the form of the load.
 * @type {Record<import('./kinds.js').Form, Array<[string, string]>>}
 */
export const COLUMNS = {
  chat: [
    ['acknowledgedPerSecond', 'acks/s'],
    ['errorPercent', 'error %'],
    ['ackP50', 'ack p50'],
    ['ackP95', 'p95'],
    ['ackP99', 'p99 ms'],
    ['deliveryP50', 'delivery p50'],
    ['deliveryP95', 'p95'],
    ['deliveryP99', 'p99 ms'],
    ['deliveriesPerSecond', 'deliveries/s'],
    ['cpuUsEachDelivery', 'CPU us each'],
    ['serverCpuPercent', 'server CPU %'],
    ['serverMb', 'MB'],
    ['databaseCpuPercent', 'database CPU %'],
    ['clientCpuPercent', 'client CPU %'],
  ],
  flood: [
    ['requestsPerSecond', '2xx answers/s'],
    ['failedPercent', 'failed %'],
    ['requestP50', 'p50'],
    ['requestP95', 'p95'],
    ['requestP99', 'p99 ms'],
    ['serverCpuPercent', 'server CPU %'],
    ['serverMb', 'MB'],
    ['clientCpuPercent', 'client CPU %'],
  ],
  connections: [
    ['joined', 'joined'],
    ['kilobytesEach', 'KB each'],
    ['joinsPerSecond', 'joins/s'],
    ['serverMsEachJoin', 'CPU ms a join'],
    ['wireMegabytes', 'MB on the wire'],
    ['clientCpuPercent', 'client CPU %'],
  ],
  faults: [
    ['rightRunsPercent', 'runs named right %'],
    ['injected', 'injected'],
    ['named', 'named'],
  ],
};
