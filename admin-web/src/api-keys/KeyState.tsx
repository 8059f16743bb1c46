import type { AdminApiKey } from '@tideline/sdk'
import { type Look, Tag } from '../tables/StateChip.tsx'
import { stateWords } from './labels.ts'

const looks: Record<AdminApiKey['state'], Look> = { active: 'done', ended: 'over', revoked: 'bad' }

/** Whether a key opens anything, by ground, icon and word. */
export const KeyState = ({ state }: Pick<AdminApiKey, 'state'>) => <Tag word={stateWords[state]} look={looks[state]} />
