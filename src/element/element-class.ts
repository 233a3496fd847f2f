/**
 * Creates a custom element class that handles properties and life cycle, and leaves everything else to a function
 * `start`.
 * @module
 */
import { withAncestors } from './messages/catalogue.js'
import { dress } from './styles.js'

/** The argument of {@link Definition.start}. */
export interface Host<P extends object> {
  readonly element: HTMLElement
  readonly root: ShadowRoot
  /** The element's current property values. */
  readonly properties: Partial<P>
  /** Dispatches an event on the element. The event bubbles and crosses shadow boundaries. */
  readonly emit: (name: string, detail?: unknown) => void
}

/** What {@link Definition.start} returns: the functions to call while the element is in a document. */
export interface Running {
  /** Called when a property, an observed attribute, the element's place, or `lang` or `dir` above it has changed. */
  readonly changed: () => void
  readonly focus: () => void
  readonly stop: () => void
}

export interface Definition<P extends object, R extends Running> {
  readonly properties: readonly (keyof P & string)[]
  readonly attributes: readonly string[]
  /** Called a task after the element is added to the document, or earlier by a method. */
  readonly start: (host: Host<P>) => R
  /** The element's methods. `running` is `undefined` while the element is not in the document. */
  readonly methods?: Readonly<Record<string, (running: R | undefined, argument: never) => unknown>>
}

/** The class of every element has this member, in every copy of the library. */
export const isOurs: symbol = Symbol.for('embedded-wallet-auth.element')

/** Creates the class. Throws on a server, which has no `HTMLElement` to extend. */
export function elementClass<P extends object, R extends Running>(
  definition: Definition<P, R>,
): CustomElementConstructor {
  return class WalletElement extends HTMLElement {
    static readonly [isOurs] = true
    static readonly observedAttributes = [...definition.attributes, 'lang', 'dir']
    readonly #properties: Partial<P> = {}
    #running: R | undefined
    readonly #above = new MutationObserver(() => this.#running?.changed())

    static {
      for (const name of definition.properties) {
        Object.defineProperty(WalletElement.prototype, name, {
          get(this: WalletElement) {
            return this.#properties[name]
          },
          set(this: WalletElement, value: P[typeof name]) {
            if (this.#properties[name] === value) return
            this.#properties[name] = value
            this.#running?.changed()
          },
        })
      }
      for (const [name, method] of Object.entries(definition.methods ?? {})) {
        Object.defineProperty(WalletElement.prototype, name, {
          value(this: WalletElement, argument: never) {
            return method(this.#start(), argument)
          },
        })
      }
    }

    connectedCallback(): void {
      // A property that was set before the element was defined shadows the accessor, so it is deleted and set again.
      for (const name of definition.properties) {
        if (!Object.hasOwn(this, name)) continue
        const value: unknown = Reflect.get(this, name)
        Reflect.deleteProperty(this, name)
        Reflect.set(this, name, value)
      }
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
      dress(root)
      if (this.#running !== undefined) {
        // The element was moved. It may be under another `lang` now.
        this.#watchAbove()
        this.#running.changed()
        return
      }
      // The page's script, which has often just created the wallet, is a long task already on a slow phone.
      setTimeout(() => this.#start())
    }

    #start(): R | undefined {
      const root = this.shadowRoot
      if (root === null || !this.isConnected) return this.#running
      if (this.#running !== undefined) return this.#running
      this.#watchAbove()
      this.#running = definition.start({
        element: this,
        root,
        properties: this.#properties,
        emit: (type, detail) =>
          void this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true })),
      })
      return this.#running
    }

    #watchAbove(): void {
      this.#above.disconnect()
      for (const ancestor of withAncestors(this).slice(1))
        this.#above.observe(ancestor, { attributes: true, attributeFilter: ['lang', 'dir'] })
    }

    disconnectedCallback(): void {
      // To move an element, a page removes it and adds it again in one task. What the user has typed or was asked
      // stays.
      queueMicrotask(() => {
        if (this.isConnected) return
        this.#above.disconnect()
        this.#running?.stop()
        this.#running = undefined
      })
    }

    attributeChangedCallback(): void {
      this.#running?.changed()
    }

    override focus(): void {
      this.#start()?.focus()
    }
  }
}
