import type { JsonValue } from '#engine/model/values';
import { describeValue, humanizeName, type ReadableValue } from '../../headless/form/index.ts';
import { t } from '../../kit/index.ts';

function toLine(value: ReadableValue): string {
  switch (value.kind) {
    case 'text':
      return value.text.startsWith('data:image/') ? t('settings.image') : value.text;
    case 'flag':
      return t(value.on ? 'settings.on' : 'settings.off');
    case 'list':
      return value.items.map(toLine).join(', ');
    case 'named':
      return value.entries.map(({ name, value: part }) => `${humanizeName(name)}: ${toLine(part)}`).join(', ');
    default:
      return t('views.record.empty');
  }
}

/** A value without a field, such as one of a webhook, on one line. */
export function formatPlainValue(value: JsonValue): string {
  return toLine(describeValue({}, value));
}
