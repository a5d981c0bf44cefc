import { parseArgs } from 'node:util';
import { runCommand, type CommandInput } from './run-command.ts';

/** `npm run migrate`: brings data, collections and indexes up to date, and exits. Starting the server does the same. */
await runCommand(readNothing, async (application, _input, print) => {
  print(
    `The data in ${application.store.capabilities.product} are up to date; definitions of version ${application.registry.current().version}.\n`,
  );
});

function readNothing(): CommandInput<undefined> {
  parseArgs({ options: {} });
  return { input: undefined };
}
