import { runProduct } from './application/run-product.ts';

await runProduct();
