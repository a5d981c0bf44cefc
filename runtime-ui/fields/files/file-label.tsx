import { useFileName } from '../../headless/index.ts';
import { fileName } from '../values/format-value.ts';

/** The name of a file, without a link. */
export function FileLabel({ path }: { readonly path: string }) {
  const name = useFileName(path) ?? fileName(path);
  return (
    <span className="ms-clip" title={name}>
      {name}
    </span>
  );
}
