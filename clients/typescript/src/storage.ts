// Where a session is kept between runs of a program.

/** Texts by name, as `localStorage` keeps them. */
export interface TextStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** A storage that lives as long as the program. */
export function memoryStorage(): TextStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

/** A storage of the browser, or one in memory where there is none or it is switched off. */
export function openStorage(open: () => TextStorage = () => window.localStorage): TextStorage {
  try {
    // Where it is switched off, to name it is refused already.
    const storage = open();
    storage.setItem("shashki.probe", "1");
    storage.removeItem("shashki.probe");
    return storage;
  } catch {
    return memoryStorage();
  }
}
