import { File as FileIcon, FileText, Image, Video, type LucideIcon } from 'lucide-react';
import { getFilePreviewKind, useThumbnail, type FileDisplay } from '../../headless/index.ts';
import { Icon } from '../../kit/index.ts';
import { VideoStill } from './video-still.tsx';
import '../styles/files.css';

const ICONS: { readonly [look in FileDisplay]: LucideIcon } = { image: Image, video: Video, pdf: FileText, link: FileIcon };

/** A small picture of a file, or the icon of its kind. It has its place from the start, so that nothing moves when it is loaded. */
export function FilePicture({ path, size = 'small' }: { readonly path: string; readonly size?: 'small' | 'large' }) {
  const url = useThumbnail(path);
  const kind = getFilePreviewKind(path);
  const icon = <Icon of={ICONS[kind]} />;
  return (
    <span className={`mu-picture mu-picture-${size}`} aria-hidden>
      {kind === 'video' ? <VideoStill path={path} icon={icon} /> : url === undefined ? icon : <img src={url} alt="" draggable={false} />}
    </span>
  );
}
