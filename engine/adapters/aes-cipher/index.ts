export { createAesCipher, type AesCipherOptions } from './create-aes-cipher.ts';
