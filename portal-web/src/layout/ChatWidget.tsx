import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { useEffect } from 'react'
import { getChatContact, showChat } from '../base/chat.ts'

/** The vendor's chat for logged-in users, if the chat flag is on. The vendor's script renders the chat. */
export function ChatWidget() {
  const { chat } = useSettings()
  const session = useSession()
  useEffect(() => {
    if (session) void showChat(chat, getChatContact(session))
  }, [chat, session])
  return null
}
