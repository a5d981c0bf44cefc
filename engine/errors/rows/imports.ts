export const IMPORT_ERRORS = {
  import_changed: { status: 409, isPublic: true, text: 'This import was changed in the meantime. Load it again.' },
  import_columns_many: { status: 422, isPublic: true, text: 'The file has {count} columns. At most {limit} can be imported.' },
  import_encoding_wrong: { status: 422, isPublic: true, text: 'The file is not a text in {encoding}. Choose its encoding.' },
  import_file_gone: { status: 409, isPublic: true, text: 'The file of this import is no longer stored. Upload it again.' },
  import_file_invalid: { status: 422, isPublic: true, text: 'The file cannot be read: {reason}.' },
  import_mapping_invalid: { status: 422, isPublic: true, text: 'The columns cannot be imported like this.' },
  import_not_found: { status: 404, isPublic: true, text: 'There is no such import.' },
  import_quote_open: { status: 422, isPublic: true, text: 'A quote that begins in row {row} is never closed.' },
  import_repeated: {
    status: 409,
    isPublic: true,
    text: 'This file was imported on {date} already. Say how rows match records, or that it is imported again.',
  },
  import_rows_many: { status: 422, isPublic: true, text: 'The file has more than {limit} rows. Split it.' },
  import_state_wrong: { status: 409, isPublic: true, text: 'This is not possible now: the import is {state}.' },
  imports_too_many: { status: 429, isPublic: true, text: 'You have {most} imports that have not ended. End or delete one first.' },
} as const;
