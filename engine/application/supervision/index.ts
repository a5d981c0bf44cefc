// The entry point of the started process: it is separate, because that process only supervises and loads no code of the product.
export { runProduct } from './run-product.ts';
