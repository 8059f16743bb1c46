/** A screen that people come to from outside: a link in a mail, an address they know. */
interface FirstScreen {
  name: string
  /** The addresses that it is shown at, as a URL pattern; none for a step that is reached from another one. */
  at?: string
  /** What its first look needs. */
  modules: readonly string[]
  /** Kilobytes of JavaScript, compressed, that it may need for that. */
  most: number
  /** Everybody sees the same at first, or the same beginning, so the server sends it ready made. */
  isAlike?: true
}

/** All screens begin by it, once the page stands. */
export const app = 'src/app.tsx'

const desk = 'src/signing/SigningScreen.tsx'
const wizard = 'src/policyholder/PolicyholderWizardPage.tsx'

/** The screens that an insured on a phone waits for. Their scripts are asked for with the page, not one after another. */
export const firstScreens: readonly FirstScreen[] = [
  { name: 'landing', at: '/splash', modules: [app, 'src/pages/SplashPage.tsx'], most: 180, isAlike: true },
  {
    name: 'link request',
    at: '/policyholder/generate',
    modules: [app, 'src/policyholder/GeneratePage.tsx'],
    most: 180,
    isAlike: true,
  },
  { name: 'log-in', at: '/login', modules: [app, 'src/login/LoginPage.tsx'], most: 180, isAlike: true },
  {
    name: 'confirmation',
    at: '/policyholder/(new|authenticate|cancel)/:link',
    modules: [app, 'src/policyholder/DeepLinkPage.tsx'],
    most: 180,
  },
  { name: 'welcome', at: '/policyholder/welcome', modules: [app, 'src/policyholder/WelcomePage.tsx'], most: 180 },
  {
    name: 'signing',
    at: '/policyholder/documents',
    modules: [app, wizard, 'src/wizard/steps/SignStep.tsx'],
    most: 260,
    isAlike: true,
  },
  { name: 'signing, the papers', modules: [app, wizard, 'src/wizard/steps/SignStep.tsx', desk], most: 260 },
  { name: 'paying', at: '/policyholder/payments', modules: [app, wizard, 'src/wizard/steps/PayStep.tsx'], most: 260 },
]
