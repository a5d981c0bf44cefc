import { runCommand } from './run-command.ts';

/** `npm run migrate`: brings data, collections and indexes up to date, and ends. Starting the server does the same. */
await runCommand(async (application, print) => {
  print(`The data in ${application.store.capabilities.product} are up to date; definitions of version ${application.registry.current().version}.\n`);
  return undefined;
});
