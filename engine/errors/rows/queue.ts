export const QUEUE_ERRORS = {
  queue_unavailable: {
    status: 503,
    isPublic: true,
    text: 'The queue of jobs cannot be reached. Try again in a moment.',
  },
  queue_not_found: { status: 404, isPublic: true, text: 'There is no such queue.' },
  queue_invalid: { status: 500, isPublic: false, text: 'The queue {queue} cannot be used: {reason}.' },
  job_invalid: { status: 422, isPublic: true, text: 'This is not possible for a job: {reason}.' },
  job_not_found: { status: 404, isPublic: true, text: 'There is no such job.' },
  job_not_failed: { status: 409, isPublic: true, text: 'Only a job that failed can be retried.' },
  job_duplicate: { status: 409, isPublic: true, text: 'Another job for the same purpose is waiting or running.' },
  job_parent_not_blocked: { status: 409, isPublic: true, text: 'The job no longer waits for other jobs.' },
  job_failed: { status: 500, isPublic: true, text: 'The job failed.' },
  job_cancelled: { status: 409, isPublic: true, text: 'The job was cancelled.' },
  job_timeout: { status: 503, isPublic: true, text: 'The job took longer than {seconds} seconds.' },
  job_lost: { status: 503, isPublic: true, text: 'The process that ran the job ended, or lost its connection.' },
  job_interrupted: { status: 503, isPublic: true, text: 'The process that runs the job stops. The job is started again.' },
} as const;
