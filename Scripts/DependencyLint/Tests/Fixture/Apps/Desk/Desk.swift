import Bootstrap
import UseCases
import Words

@main
struct Desk {
    static func main() { print(words(for: CountBooks(keeper: open()))) }
}
