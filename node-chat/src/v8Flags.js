import { setFlagsFromString } from 'node:v8';

// V8 learns at which places in the code objects live long, and allocates there in the old space from then on. A burst of
// connections teaches it so of requests, each of which then keeps what it refers to until the next full collection:
// scavenges take 7 ms in place of 0.5 and a request a fifth more CPU (`node --trace-gc` under `ab -c 100` shows it in
// some runs and not in others, with bare node:http too). Set before any other module runs, so that none is compiled yet.
setFlagsFromString('--no-allocation-site-pretenuring');
