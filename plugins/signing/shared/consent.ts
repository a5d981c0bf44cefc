/** What a signer agrees to before anything else (ESIGN 7001(c)); a setting can replace it. */
export const DEFAULT_CONSENT = `You are about to fill in and sign a document electronically.

You agree to receive this document, and notices about it, in electronic form, and to sign it electronically. An electronic signature has the same effect as one on paper.

You may ask the sender for a paper copy, or sign on paper instead: decline here, give your reason, and the sender is told. You may withdraw this consent at any time before you finish, without a fee, by declining; what you have signed before stays valid.

To see, store and print the documents you need a current browser, a program that shows PDF files, and an e-mail address. Tell the sender when your e-mail address changes.

This consent is for this document only.`;
