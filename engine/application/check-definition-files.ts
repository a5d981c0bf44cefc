import { checkFolders, type DefinitionFindings } from '../registry/index.ts';
import { createHost, type CompositionOverrides } from './compose.ts';
import type { Configuration } from './configuration.ts';
import { findProductFiles } from './product.ts';
import { createLog } from './system-ports.ts';

/**
 * Checks the definition files of a folder (default: those of the product) together with the definitions of the plugins, as a start does,
 * without a store. Returns everything that a start would report. Errors: `plugin_invalid`.
 */
export async function checkDefinitionFiles(
  configuration: Configuration,
  folder?: string,
  overrides: Pick<CompositionOverrides, 'plugins'> = {},
): Promise<DefinitionFindings> {
  const files = findProductFiles();
  const host = await createHost({ configuration, files, log: createLog() }, { ...overrides, watchdog: false });
  return checkFolders([folder ?? configuration.definitionsFolder ?? files.definitionsFolder], host.definitions);
}
