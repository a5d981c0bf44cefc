// `npm run new:plugin <name>`: a plugin that passes every check, to begin with.
import { executePlan } from './plan.ts';
import { planPlugin } from './plan-plugin.ts';

await executePlan(planPlugin(process.argv[2]));
