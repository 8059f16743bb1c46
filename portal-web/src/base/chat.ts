import type { PublicSettings } from '@tideline/sdk'
import type { Session } from '@tideline/web-kit/session/session.ts'

/** The chat context: the policy, and the page from which the chat was opened. */
export interface ChatTopic {
  policyNo: string
  page: string
}

type ChatSettings = Pick<PublicSettings, 'chat' | 'supportEmail'>

/** The window event that makes the vendor's script open the chat. */
export const openChatEventName = 'tideline:open-chat'

let loading: Promise<void> | undefined

/** Loads the vendor's script once. If loading fails, a later call tries again. */
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

/** The user's contact details for the chat. Unknown fields are omitted. */
export interface ChatContact {
  name?: string
  email?: string
  phone?: string
  /** Policy number of a policyholder. */
  policyNo?: string
  /** Account ID of an agent or staff member. */
  agentNo?: string
}

/** The window event that passes the logged-in user's contact details to the vendor's script. */
export const chatContactEventName = 'tideline:chat-contact'

/** Returns the contact details of the logged-in user for the chat. */
export function getChatContact({ data, validateReturn }: Pick<Session, 'data' | 'validateReturn'>): ChatContact {
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

/**
 * Loads the vendor's chat if the settings enable it, and sends it the contact details. Does nothing if loading fails.
 */
export async function showChat({ enabled, scriptUrl }: PublicSettings['chat'], contact: ChatContact): Promise<void> {
  if (!enabled || !scriptUrl) return
  await load(scriptUrl).then(
    () => window.dispatchEvent(new CustomEvent(chatContactEventName, { detail: { meta: contact } })),
    () => undefined,
  )
}

/** Returns a mailto link to support. The email mentions the policy and the page. */
const getSupportMailto = ({ supportEmail }: ChatSettings, { policyNo, page }: ChatTopic) =>
  `mailto:${supportEmail}?${new URLSearchParams({
    subject: `Cancellation of policy ${policyNo}`,
    body: `I would like to cancel policy ${policyNo}.\n\n${page}`,
  })
    // Email programs do not decode a plus sign as a space.
    .toString()
    .replaceAll('+', '%20')}`

const openSupportEmail = (settings: ChatSettings, about: ChatTopic) =>
  Object.assign(document.createElement('a'), { href: getSupportMailto(settings, about) }).click()

/**
 * Opens the vendor's chat for a policy and page. If the chat is not enabled in the settings or cannot be loaded, opens
 * an email to support instead.
 */
export async function startChat(settings: ChatSettings, about: ChatTopic): Promise<void> {
  const { enabled, scriptUrl } = settings.chat
  if (!enabled || !scriptUrl) return openSupportEmail(settings, about)
  await load(scriptUrl).then(
    () => window.dispatchEvent(new CustomEvent(openChatEventName, { detail: about })),
    () => openSupportEmail(settings, about),
  )
}
