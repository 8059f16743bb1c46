import confetti from 'canvas-confetti'

const particles = 200
const cycles = 3
const pauseMs = 700

/** Throws 200 confetti particles three times. Returns a function that stops the animation. */
export function throwConfetti(): () => void {
  const canvas = document.createElement('canvas')
  canvas.className = 'wizard-confetti'
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  const fire = confetti.create(canvas, { resize: true })
  const throwOnce = () => void fire({ particleCount: particles, spread: 110, origin: { y: 0.35 }, ticks: 180 })
  throwOnce()
  const later = Array.from({ length: cycles - 1 }, (_, cycle) => setTimeout(throwOnce, (cycle + 1) * pauseMs))
  return () => {
    for (const timer of later) clearTimeout(timer)
    fire.reset()
    canvas.remove()
  }
}
