import { runProduct } from './application/supervision/index.ts';

await runProduct();
