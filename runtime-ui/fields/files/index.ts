export { DropZone } from './drop-zone.tsx';
export { FileOpener } from './file-opener.tsx';
export { FilePicture } from './file-picture.tsx';
export { UploadRows } from './upload-rows.tsx';
