export const WEBHOOK_ERRORS = {
  webhook_not_found: { status: 404, isPublic: true, text: 'There is no such webhook.' },
  webhook_delivery_not_found: { status: 404, isPublic: true, text: 'There is no such delivery.' },
  webhook_address_refused: { status: 422, isPublic: true, text: 'This address cannot be called: {reason}.' },
  webhook_filter_of_many: { status: 422, isPublic: true, text: 'Choose one module for the filter: it speaks of the fields of one.' },
  webhook_not_active: { status: 409, isPublic: true, text: 'This webhook is not active. Switch it on first.' },
  webhooks_too_many: { status: 422, isPublic: true, text: 'There are {most} webhooks, the most that there can be. Delete one first.' },
} as const;
