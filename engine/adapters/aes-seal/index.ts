export { createAesSeal, type AesSealOptions } from './create-aes-seal.ts';
