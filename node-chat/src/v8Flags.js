import { setFlagsFromString } from 'node:v8';

// After a burst of connections V8 allocates requests in the old space (pretenuring), where they live until the next
// full collection: scavenges take 7 ms in place of 0.5, a request a fifth more CPU. `node --trace-gc` under `ab -c
// 100` shows it in some runs, with bare node:http too. To be set before other modules are compiled.
setFlagsFromString('--no-allocation-site-pretenuring');
