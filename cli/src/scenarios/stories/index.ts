import type { Story } from '../story.ts'
import { changes } from './changes.ts'
import { ends } from './ends.ts'
import { payments } from './payments.ts'

/** Every story, by the area that it is about. */
export const stories: readonly Story[] = [...ends, ...payments, ...changes]
