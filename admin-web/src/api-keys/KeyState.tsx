import type { AdminApiKey } from '@tideline/sdk'
import { type Look, Tag } from '../tables/StateChip.tsx'
import { stateWords } from './labels.ts'

const looks: Record<AdminApiKey['state'], Look> = { active: 'done', ended: 'over', revoked: 'bad' }

/** An API key's state as a tag with color, icon and text. */
export const KeyState = ({ state }: Pick<AdminApiKey, 'state'>) => <Tag word={stateWords[state]} look={looks[state]} />
