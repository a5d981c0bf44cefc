// `npm run new:plugin <name>`: a plugin that passes every check, to begin with.
import { carryOut } from './plan.ts';
import { planPlugin } from './plan-plugin.ts';

await carryOut(planPlugin(process.argv[2]));
