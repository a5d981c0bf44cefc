// `npm run new:plugin <name>`: creates a plugin that passes every check.
import { executePlan } from './plan.ts';
import { planPlugin } from './plan-plugin.ts';

await executePlan(planPlugin(process.argv[2]));
