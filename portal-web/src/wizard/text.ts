import { formatDate } from '@tideline/web-kit/formats/format.ts'

/** The text of the wizard. The specification prescribes some of it, including the misspelling 'occured'. */
export const wizardText = {
  loading: { title: 'Loading', body: 'Please wait...' },
  error: {
    title: 'Whoops! Something went wrong',
    support: (email: string) => `Feel free to retry or contact customer support at ${email}`,
    retry: 'Retry',
  },
  unauthorized: {
    title: 'Unauthorized',
    body: 'You do not have permission to view this page or your session may have expired.',
    button: 'Go to Login Page',
  },
  finish: {
    title: 'All your tasks are complete!',
    thanks: 'Thank you for doing business with us!',
    view: 'View Policy',
    see: 'View my policy',
    cover: (inception: string) => `Coverage starts ${formatDate(inception)}.`,
    paidMeanwhile: {
      title: 'This policy was already paid',
      text: 'This balance was already paid. You were not charged.',
    },
  },
} as const
