/**
 * Makes the class of a custom element. The class handles the properties and the life cycle, and leaves everything else
 * to the function `start`.
 * @module
 */

/** The argument of `start`. */
export interface Host<P extends object> {
  readonly element: HTMLElement
  readonly root: ShadowRoot
  /** The current values of the properties. */
  readonly properties: Partial<P>
  /** Dispatches an event that bubbles and leaves the shadow root. */
  readonly emit: (name: string, detail?: unknown) => void
}

/** An element while it is in the document. */
export interface Running {
  /** Called when a property or an attribute has changed. */
  readonly changed: () => void
  readonly focus: () => void
  readonly stop: () => void
}

export interface Definition<P extends object, R extends Running> {
  readonly properties: readonly (keyof P & string)[]
  readonly attributes: readonly string[]
  /** Called when the element enters the document. */
  readonly start: (host: Host<P>) => R
  /** Methods of the element. While the element is not in the document, they get `undefined`. */
  readonly methods?: Readonly<Record<string, (running: R | undefined, argument: never) => unknown>>
}

/** Makes the class. Call this only in a browser, because a server has no `HTMLElement` to extend. */
export function elementClass<P extends object, R extends Running>(
  definition: Definition<P, R>,
): CustomElementConstructor {
  return class WalletElement extends HTMLElement {
    static readonly observedAttributes = [...definition.attributes, 'lang', 'dir']
    readonly #properties: Partial<P> = {}
    #running: R | undefined

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
            return method(this.#running, argument)
          },
        })
      }
    }

    connectedCallback(): void {
      // Properties that were set before the element was defined hide the accessors of the class, so they are set again
      // here.
      for (const name of definition.properties) {
        if (!Object.hasOwn(this, name)) continue
        const value: unknown = Reflect.get(this, name)
        Reflect.deleteProperty(this, name)
        Reflect.set(this, name, value)
      }
      this.#running ??= definition.start({
        element: this,
        root: this.shadowRoot ?? this.attachShadow({ mode: 'open' }),
        properties: this.#properties,
        emit: (type, detail) =>
          void this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true })),
      })
    }

    disconnectedCallback(): void {
      this.#running?.stop()
      this.#running = undefined
    }

    attributeChangedCallback(): void {
      this.#running?.changed()
    }

    override focus(): void {
      this.#running?.focus()
    }
  }
}
