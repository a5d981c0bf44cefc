export const LIVE_ERRORS = {
  live_message_invalid: { status: 422, isPublic: true, text: 'The message could not be understood: {reason}.' },
  live_upgrade_required: { status: 400, isPublic: true, text: 'Open this address as a websocket.' },
  live_too_many: { status: 429, isPublic: true, text: 'One connection can have {most} {what}.' },
} as const;
