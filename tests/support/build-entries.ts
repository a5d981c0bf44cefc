import { build, type BuildOptions, type OutputOptions } from 'rolldown';
import shipped from '../../rolldown.config.ts';

/** Builds server files into a folder like `npm run build`; without `input`, all files that are shipped. */
export async function buildEntries(dir: string, input?: readonly string[]): Promise<void> {
  const config = shipped as BuildOptions & { readonly output: OutputOptions };
  await build({ ...config, ...(input === undefined ? {} : { input: [...input] }), logLevel: 'silent', output: { ...config.output, dir } });
}
