import type { PublicSettings } from '@tideline/sdk'
import type { Session } from '@tideline/web-kit/session/session.ts'

/** What the chat is told about: the policy, and the page on which it was asked for. */
export interface ChatAbout {
  policyNo: string
  page: string
}

type ChatSettings = Pick<PublicSettings, 'chat' | 'supportEmail'>

/** What a vendor's script listens to on the window; it opens its own box. */
export const openChatEvent = 'tideline:open-chat'

let loading: Promise<void> | undefined

/** The vendor's script, once; after a failure it is tried again. */
function load(address: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: address, async: true })
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loading = undefined
      script.remove()
      reject(new Error('The chat could not be loaded.'))
    })
    document.head.append(script)
  })
  return loading
}

/** Whom the assistant talks to; what is not known is not there. */
export interface ChatContact {
  name?: string
  email?: string
  phone?: string
  /** Of a policyholder. */
  policyNo?: string
  /** Of an agent or a member of staff: the account. */
  agentNo?: string
}

/** What a vendor's script listens to for the contact details of whoever is signed in. */
export const chatContactEvent = 'tideline:chat-contact'

/** The contact details of a session, as the assistant's meta fields. */
export function getContact({ data, validateReturn }: Pick<Session, 'data' | 'validateReturn'>): ChatContact {
  const of = (fields: Record<keyof ChatContact, string | null | undefined>): ChatContact =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
  if (data)
    return of({
      name: `${data.FirstName} ${data.LastName}`.trim(),
      email: data.Email,
      phone: data.Phone,
      policyNo: undefined,
      agentNo: data.AgentId,
    })
  const policy = validateReturn?.policy
  return of({
    name: policy?.insuredName,
    email: policy?.email,
    phone: policy?.phone,
    policyNo: policy?.policyNo,
    agentNo: undefined,
  })
}

/** Shows the vendor's assistant where the setting names it, and tells it whom it talks to. A failure shows none. */
export async function showChat({ enabled, scriptUrl }: PublicSettings['chat'], contact: ChatContact): Promise<void> {
  if (!enabled || !scriptUrl) return
  await load(scriptUrl).then(
    () => window.dispatchEvent(new CustomEvent(chatContactEvent, { detail: { meta: contact } })),
    () => undefined,
  )
}

/** A mail to support that names policy and page. */
export const mailTo = ({ supportEmail }: ChatSettings, { policyNo, page }: ChatAbout) =>
  `mailto:${supportEmail}?${new URLSearchParams({
    subject: `Cancellation of policy ${policyNo}`,
    body: `I would like to cancel policy ${policyNo}.\n\n${page}`,
  })
    // Mail programs take a plus sign for itself.
    .toString()
    .replaceAll('+', '%20')}`

const writeMail = (settings: ChatSettings, about: ChatAbout) =>
  Object.assign(document.createElement('a'), { href: mailTo(settings, about) }).click()

/**
 * Opens the support chat: the vendor's, whose script a setting names (`chat.enabled`, `chat.scriptUrl`) and which hears
 * `tideline:open-chat` with the policy and the page; without one, or when it cannot be loaded, a mail to support.
 */
export async function startChat(settings: ChatSettings, about: ChatAbout): Promise<void> {
  const { enabled, scriptUrl } = settings.chat
  if (!enabled || !scriptUrl) return writeMail(settings, about)
  await load(scriptUrl).then(
    () => window.dispatchEvent(new CustomEvent(openChatEvent, { detail: about })),
    () => writeMail(settings, about),
  )
}
