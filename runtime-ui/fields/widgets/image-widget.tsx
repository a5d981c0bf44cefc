import { FileInput } from '@mantine/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton, t } from '../../kit/index.ts';
import type { ValueWidgetProps } from './widget-props.ts';

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/svg+xml';
const VECTOR = 'image/svg+xml';

/** The longer side of an image in pixels; smaller ones are tried until the text is short enough. */
const SIDES = [256, 128, 64];

/** The longest text of an image if the schema says nothing. */
const MAX_LENGTH = 60_000;

function readAsText(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new TypeError('The file could not be read.')));
    reader.readAsDataURL(blob);
  });
}

function scaleDown(image: ImageBitmap, side: number): string {
  const factor = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * factor));
  canvas.height = Math.max(1, Math.round(image.height * factor));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/** The image as the text that is stored; undefined: it does not fit. Throws if the file is no image. */
async function readImage(file: File, maxLength: number): Promise<string | undefined> {
  if (file.type === VECTOR) {
    const text = await readAsText(file);
    return text.length <= maxLength ? text : undefined;
  }
  const image = await createImageBitmap(file);
  return SIDES.map((side) => scaleDown(image, side)).find((text) => text.length <= maxLength);
}

/** An image that is kept in the value itself, such as a logo: chosen as a file, shown, and scaled down if it is large. */
export function ImageWidget({ field, value, onChange, onBlur, readOnly, wrapperProps, onParseError }: ValueWidgetProps) {
  const [isReading, setReading] = useState(false);
  const source = typeof value === 'string' && value !== '' ? value : undefined;
  const choose = (file: File | null) => {
    if (file === null) return;
    setReading(true);
    readImage(file, field.maxLength ?? MAX_LENGTH)
      .then(
        (text) => {
          onParseError(text === undefined ? t('schemaForm.image.tooLarge') : undefined);
          if (text !== undefined) onChange(text);
        },
        () => onParseError(t('schemaForm.image.unreadable')),
      )
      .finally(() => setReading(false));
  };
  return (
    <div className="mf-image">
      <FileInput
        {...wrapperProps}
        accept={ACCEPTED}
        value={null}
        disabled={readOnly || isReading}
        placeholder={t(source === undefined ? 'schemaForm.image.choose' : 'schemaForm.image.replace')}
        onChange={choose}
        onBlur={onBlur}
      />
      {source !== undefined && (
        <div className="mf-image-shown">
          <img src={source} alt={t('schemaForm.image.shown', { label: field.label })} />
          {!readOnly && (
            <IconButton icon={X} size="sm" label={t('schemaForm.image.remove', { label: field.label })} onClick={() => onChange('')} />
          )}
        </div>
      )}
    </div>
  );
}
