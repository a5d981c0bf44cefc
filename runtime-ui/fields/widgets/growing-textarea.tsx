import { Textarea, type TextareaProps } from '@mantine/core';
import type { CSSProperties } from 'react';

/** Whether the browser sizes a text area by its content. A script that does so lays out the whole page with each key. */
const HAS_FIELD_SIZING = typeof CSS !== 'undefined' && typeof CSS.supports === 'function' && CSS.supports('field-sizing', 'content');

interface GrowingTextareaProps extends Omit<TextareaProps, 'autosize' | 'minRows' | 'maxRows' | 'rows' | 'style'> {
  readonly minRows: number;
  readonly maxRows: number;
}

/** A text area that is as high as its text, within bounds. */
export function GrowingTextarea({ minRows, maxRows, className = '', ...props }: GrowingTextareaProps) {
  if (!HAS_FIELD_SIZING) return <Textarea {...props} className={className} autosize minRows={minRows} maxRows={maxRows} />;
  const style = { '--mf-min-rows': minRows, '--mf-max-rows': maxRows } as CSSProperties;
  return <Textarea {...props} className={`mf-growing ${className}`} style={style} rows={minRows} />;
}
