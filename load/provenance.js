export { provenance } from '../contract/suite/provenance.js';
