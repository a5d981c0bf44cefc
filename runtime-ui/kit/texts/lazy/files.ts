/** Choosing, uploading and showing files. */
export const fileTexts = {
  choose: 'Choose a file', chooseMany: 'Choose files', orDrop: 'or drop or paste it here', orDropMany: 'or drop or paste them here', dropHere: 'Drop to upload', clear: 'Clear {{name}}', replaceNamed: 'Replace {{name}}', download: 'Download', openTab: 'Open in a new tab', preview: 'Preview {{name}}',
  sending: 'Uploading {{name}}', progress: '{{percent}} %', checking: 'Checking', cancel: 'Cancel {{name}}', dismiss: 'Dismiss {{name}}', retry: 'Try {{name}} again', stillSending: 'Wait until the file is uploaded.',
  empty: '{{name}} is empty.', tooLarge: '{{name}} is larger than {{limit}}.', notAccepted: 'Files of the kind .{{extension}} are not accepted here.', noExtension: 'Files of the kind without an extension are not accepted here.',
  cannotShow: 'Files of this kind cannot be shown here.', cannotShowHelp: 'Download it to open it on your device.', showFailed: 'The file could not be shown', pdfHelp: 'Where no PDF shows, open it in a new tab.',
  title: 'Files', none: 'No files yet', inRecord: 'In this record', openRecord: 'Open the {{thing}}', failed: 'The files could not be loaded', added: '{{name}} added',
} as const;
