import { build, type BuildOptions, type OutputOptions } from 'rolldown';
import shipped from '../../rolldown.config.ts';

/** Builds files of the server into a folder as `npm run build` does; without `input` all that is shipped. */
export async function buildEntries(dir: string, input?: readonly string[]): Promise<void> {
  const config = shipped as BuildOptions & { readonly output: OutputOptions };
  await build({ ...config, ...(input === undefined ? {} : { input: [...input] }), logLevel: 'silent', output: { ...config.output, dir } });
}
