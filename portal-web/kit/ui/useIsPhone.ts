import { useSyncExternalStore } from 'react'
import { asked } from './window-question.ts'

const phone = asked('(max-width: 767px)')
const narrow = asked('(max-width: 899px)')

/** First pages are made for a phone. */
const onFirstPage = () => true

/** Whether the window is as narrow as a phone's, where what is not needed at once is folded. */
export const useIsPhone = () => useSyncExternalStore(phone.subscribe, phone.answer, onFirstPage)

/** Whether nothing stands beside a page's cards: a phone, or a tablet held upright. */
export const useIsNarrow = () => useSyncExternalStore(narrow.subscribe, narrow.answer, onFirstPage)
