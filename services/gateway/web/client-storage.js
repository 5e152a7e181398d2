// Made by clients/typescript/build from src/storage.ts: do not edit.

// Where a session is kept between runs of a program.
/** A storage that lives as long as the program. */
export function memoryStorage() {
    const kept = new Map();
    return {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => void kept.set(name, value),
        removeItem: (name) => void kept.delete(name),
    };
}
/** A storage of the browser, or one in memory where there is none or it is switched off. */
export function openStorage(open = () => window.localStorage) {
    try {
        // Where it is switched off, to name it is refused already.
        const storage = open();
        storage.setItem("shashki.probe", "1");
        storage.removeItem("shashki.probe");
        return storage;
    }
    catch {
        return memoryStorage();
    }
}
