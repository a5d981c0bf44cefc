import { useFileName } from '../../headless/index.ts';
import { fileName } from '../values/format-value.ts';
import { FilePicture } from './file-picture.tsx';

/** The name of a file with its picture, without a link. */
export function FileLabel({ path }: { readonly path: string }) {
  const name = useFileName(path) ?? fileName(path);
  return (
    <span className="mu-label" title={name}>
      <FilePicture path={path} />
      <span className="ms-clip">{name}</span>
    </span>
  );
}
